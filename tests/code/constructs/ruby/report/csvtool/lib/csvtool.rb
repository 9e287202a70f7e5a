require_relative "csvtool/table"

module Csvtool
  module_function

  def run(argv)
    path = argv.fetch(0) { usage }
    table = Table.read(path)
    puts total(table.sum)
  end

  def total(sum)
    Kernel.format("total %.2f", sum)
  end

  def usage
    abort("usage: csvtool FILE")
  end
end

def run(argv)
  Csvtool.run(argv)
end

run(ARGV)
