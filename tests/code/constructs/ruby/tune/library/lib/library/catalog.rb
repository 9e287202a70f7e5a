# frozen_string_literal: true

require_relative "book"

module Library
  class Catalog
    class << self
      def sample
        catalog = new
        catalog.add("Middlemarch", 2)
        catalog
      end
    end

    def self.parse(lines)
      catalog = Catalog.new
      lines.each { |line| catalog.push(line) }
      catalog
    end

    def initialize
      @items = []
      @index = Index.new
    end

    def add(title, copies)
      item = Item.new(title, copies: copies)
      @index.push(title)
      @items.push(item)
      self
    end

    def push(line)
      title, copies = line.split(";")
      add(title, copies.to_i)
    end

    def titles
      @index.each_title(&method(:decorate))
    end

    def decorate(title)
      Library::Text.squeeze(title)
    end

    class Index
      def initialize
        @titles = []
      end

      def push(title)
        @titles.push(title)
      end

      def each_title(&block)
        @titles.map(&block)
      end
    end
  end
end
