global using Sensors.Devices;
global using System.Collections.Generic;
global using System.Linq;
global using System.Threading.Tasks;
