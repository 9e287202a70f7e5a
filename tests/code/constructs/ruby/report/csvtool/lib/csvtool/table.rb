require_relative "column"

module Csvtool
  class Table
    def self.read(path)
      table = Table.new
      File.readlines(path).each { |line| table.add(line) }
      table.finish
    end

    def initialize
      @key = Column.new("key")
      @value = NumberColumn.new("value")
    end

    def add(line)
      key, value = split(line)
      @key.push(key)
      @value.push(value)
      self
    end

    def finish
      puts @key.summary
      puts @value.summary
      self
    end

    def sum
      @value.sum
    end

    private

    def split(line)
      line.chomp.split(",")
    end
  end
end
