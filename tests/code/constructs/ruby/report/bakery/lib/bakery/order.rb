# frozen_string_literal: true

require_relative "dough"

module Bakery
  class Order
    def self.rush(count)
      order = new("rush")
      count.times { order.push(400) }
      order
    end

    def initialize(name)
      @name = name
      @tray = Tray.new
    end

    def push(flour)
      @tray.push(Dough.new(flour).weight)
      self
    end

    def total
      @tray.sum
    end

    def label
      [@name, total].map(&self.method(:quote)).join(" ")
    end

    def quote(value)
      "<#{value}>"
    end

    class Tray
      def initialize
        @weights = []
      end

      def push(weight)
        @weights.push(weight)
      end

      def sum
        @weights.sum
      end
    end
  end
end
