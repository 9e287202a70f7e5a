# frozen_string_literal: true

require_relative "library/catalog"

module Library
  VERSION = "0.3.0"

  def self.demo
    catalog = Catalog.sample
    catalog.add("Emma", 1)
    atlas = ReferenceBook.new("Atlas")
    atlas.take
    puts atlas.describe
    puts report(catalog.titles)
  end

  def self.report(titles)
    titles.join(", ")
  end
end
