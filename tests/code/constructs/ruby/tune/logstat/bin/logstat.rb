require_relative "../lib/parser"

def format_count(path, count)
  "#{path}: #{pad(count)}"
end

def pad(count)
  count.to_s.rjust(6)
end

def run(paths)
  paths.map do |path|
    parser = Logstat::Parser.new(path)
    format_count(path, parser.run)
  end
end

def warm_up
  counter = Logstat::Counter.new("warm")
  3.times { counter.bump }
  callback = counter.method(:reset)
  at_exit(&callback)
  puts counter.to_line
end

warm_up
puts run(ARGV)
