using System;

namespace Sensors
{
    public static partial class Station
    {
        private static string Show(double value, Func<double, string> format)
        {
            string Describe(string text) => "[" + text + "]";
            return Describe(format(value));
        }

        public static void Main()
        {
            Console.WriteLine(RunAsync().Result);
            var spare = new Thermometer();
            Console.WriteLine(spare.Offset + spare.ReadAsync().Result);
        }
    }
}
