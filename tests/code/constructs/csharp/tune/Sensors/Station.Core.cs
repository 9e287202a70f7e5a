namespace Sensors
{
    public static partial class Station
    {
        public static async Task<string> RunAsync()
        {
            var array = new ProbeArray<Thermometer>();
            array.Add(new Thermometer()).Add(new Thermometer());
            array.First().Offset = 0.5;
            var average = await array.AverageAsync();
            IProbe probe = array.First();
            return Show(average, Describe) + probe.Describe();
        }

        private static string Describe(double value)
        {
            return value.ToString("F2");
        }
    }
}
