module Logstat
  class Entry
    LEVELS = %w[debug info warn].freeze

    def self.parse(line)
      level, text = line.split(" ", 2)
      new(level, text)
    end

    def initialize(level, text)
      @level = level
      @text = text
    end

    def loud?
      rank >= 2
    end

    def rank
      LEVELS.index(@level) || 0
    end
  end

  class Parser
    def initialize(path)
      @path = path
      @counter = Counter.new(self.class.name)
    end

    def run
      each_line { |line| handle(line) }
      @counter.total
    end

    private

    def each_line(&block)
      File.foreach(@path, &block)
    end

    def handle(line)
      entry = Entry.parse(line)
      @counter.bump if entry.loud?
    end
  end

  class Counter
    def initialize(label)
      @label = label
      reset
    end

    def bump
      @total += 1
    end

    def reset
      @total = 0
    end

    def total
      @total
    end

    def to_line
      format_count(@label, total)
    end

    def format_count(label, count)
      "#{label}=#{count}"
    end
  end
end
