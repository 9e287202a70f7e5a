# frozen_string_literal: true

module Library
  module Text
    module_function

    def normalize(title)
      squeeze(title).downcase
    end

    def squeeze(title)
      title.strip.gsub(/\s+/, " ")
    end
  end

  module Describable
    def describe
      "#{kind}: #{summary_line}"
    end

    def kind
      self.class.name.split("::").last
    end

    def summary_line
      "untitled"
    end
  end
end
