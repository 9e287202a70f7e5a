module Csvtool
  module Rules
    extend self

    def strip(cell)
      blank?(cell) ? "" : cell.strip
    end

    def blank?(cell)
      cell.nil? || cell.strip.empty?
    end
  end

  class Column
    def initialize(name)
      @name = name
      @cells = []
      @stats = Stats.new
    end

    def push(cell)
      clean = Rules.strip(cell)
      @stats.count(clean)
      @cells.push(clean)
    end

    def summary
      "#{@name}: #{width} wide, #{@stats.filled} filled"
    end

    def width
      @cells.map(&method(:measure)).max
    end

    protected

    def measure(cell)
      cell.length
    end
  end

  class NumberColumn < Column
    def summary
      super + ", sum #{sum}"
    end

    def sum
      @cells.sum(&:to_f)
    end

    protected

    def measure(cell)
      [super, 8].max
    end
  end

  class Stats
    def initialize
      @filled = 0
    end

    def filled
      @filled
    end

    def count(cell)
      @filled += 1 unless blank?(cell)
    end

    def blank?(cell)
      cell == ""
    end
  end
end
