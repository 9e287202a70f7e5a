require_relative "../lib/bakery/order"

def quote(text)
  "[#{text}]"
end

def show(line)
  puts quote(line)
end

def main
  order = Bakery::Order.rush(3)
  order.push(250).push(300)
  show(order.label)
  loaf = Bakery::Sourdough.new(500, 100)
  show(loaf.weight)
  show("#{loaf.duration} min at #{loaf.oven}")
end

main
