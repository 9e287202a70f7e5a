namespace Sensors.Devices
{
    public class ProbeArray<T> where T : IProbe
    {
        private readonly List<T> probes = new List<T>();

        public ProbeArray<T> Add(T probe)
        {
            probes.Add(probe);
            return this;
        }

        public T First()
        {
            return probes.First();
        }

        public async Task<double> AverageAsync()
        {
            double sum = 0;
            foreach (T probe in probes)
            {
                sum += await probe.ReadTwiceAsync();
            }
            return sum / probes.Count;
        }

        public IEnumerable<string> Units()
        {
            return probes.Select(probe => probe.Unit.Symbol());
        }
    }
}
