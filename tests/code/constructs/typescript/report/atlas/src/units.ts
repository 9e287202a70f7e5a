export namespace Units {
  const EARTH = 6371;

  export function radians(degrees: number): number {
    return (degrees * Math.PI) / 180;
  }

  export namespace Distance {
    export function arc(angle: number): number {
      return radians(angle) * EARTH;
    }

    export class Ruler {
      constructor(private readonly scale: number) {}

      measure(angle: number): number {
        return arc(angle) / this.scale;
      }
    }
  }
}

export enum Zoom {
  World = 1,
  Country = 5,
  Street = 15,
}

export namespace Zoom {
  export function isClose(zoom: Zoom): boolean {
    return zoom >= Zoom.Street;
  }

  export function next(zoom: Zoom): Zoom {
    return isClose(zoom) ? zoom : Zoom.Street;
  }
}
