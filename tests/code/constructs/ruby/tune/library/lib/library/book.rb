# frozen_string_literal: true

require_relative "text"

module Library
  class Item
    include Describable

    def initialize(title, copies: 1)
      @title = Text.normalize(title)
      @copies = copies
    end

    def take
      return false unless available?

      @copies -= 1
      true
    end

    def available?
      @copies > reserved
    end

    def reserved
      0
    end

    def matches?(query)
      @title.include?(Text.normalize(query))
    end
  end

  class ReferenceBook < Item
    def initialize(title)
      super(title, copies: 2)
      @desk = Desk.new
    end

    def take
      @desk.note("reading room only")
      super
    end

    def reserved
      1
    end

    def summary_line
      "#{@title} (#{@desk.size} notes)"
    end
  end

  class Desk
    def initialize
      @notes = []
    end

    def note(line)
      @notes.push(normalize(line))
    end

    def size
      @notes.size
    end

    private

    def normalize(line)
      line.capitalize
    end
  end
end
