import Shape from "./shape.js";

class Circle extends Shape {
  constructor(x, y, radius) {
    super(x, y);
    this.radius = radius;
  }

  area() {
    return square(this.radius) * Math.PI;
  }

  describe() {
    return `circle ${super.describe()}`;
  }
}

export class Ring extends Circle {
  hole = 0.5;

  area() {
    return super.area() * (1 - square(this.hole));
  }

  widen() {
    this.grow().scale += 1;
  }
}

const square = (value) => value ** 2;

export { Circle as Disc };
