# frozen_string_literal: true

require_relative "scale"

module Bakery
  module Heat
    def self.celsius(fahrenheit)
      ((fahrenheit - 32) * scale).round
    end

    def self.scale
      5.0 / 9
    end
  end

  module Timed
    def duration
      resting + baking
    end

    def resting
      30
    end

    def baking
      20
    end
  end

  class Dough
    include Timed

    def initialize(flour)
      @flour = flour
      @scale = Scale.new
      check
    end

    def weight
      @scale.weigh(@flour) + water
    end

    def water
      @flour * hydration / 100
    end

    def hydration
      65
    end

    def oven
      Heat.celsius(430)
    end

    private

    def check
      raise ArgumentError, "no flour" unless @flour.positive?
    end
  end

  class Sourdough < Dough
    def initialize(flour, starter)
      super(flour)
      @starter = starter
    end

    def weight
      super + @starter
    end

    def hydration
      80
    end

    def resting
      12 * 60
    end
  end
end
