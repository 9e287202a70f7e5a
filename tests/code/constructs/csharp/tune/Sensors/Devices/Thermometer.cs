using System;

namespace Sensors.Devices
{
    public class Thermometer : IProbe
    {
        private readonly Random random = new Random();
        private double offset;

        public Unit Unit => Unit.Celsius;

        public double Offset
        {
            get => offset;
            set => offset = Clamp(value);
        }

        public async Task<double> ReadAsync()
        {
            await Task.Delay(5);
            return Sample(3) + Offset;
        }

        private double Sample(int tries)
        {
            var value = random.NextDouble();
            return tries > 0 && value < 0.1 ? Sample(tries - 1) : value;
        }

        private static double Clamp(double value)
        {
            return Math.Clamp(value, -1, 1);
        }
    }
}
