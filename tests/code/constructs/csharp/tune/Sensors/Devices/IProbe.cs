namespace Sensors.Devices
{
    public enum Unit
    {
        Celsius,
        Kelvin,
    }

    public interface IProbe
    {
        Unit Unit { get; }

        Task<double> ReadAsync();

        string Describe() => "probe in " + Unit.Symbol();
    }

    public static class UnitExtensions
    {
        public static string Symbol(this Unit unit)
        {
            return unit switch
            {
                Unit.Celsius => "C",
                _ => "K",
            };
        }

        public static async Task<double> ReadTwiceAsync(this IProbe probe)
        {
            var first = await probe.ReadAsync();
            return (first + await probe.ReadAsync()) / 2;
        }
    }
}
