declare module "world-atlas/countries-50m.json" {
  const topology: import("topojson-specification").Topology<{
    countries: import("topojson-specification").GeometryCollection;
    land: import("topojson-specification").GeometryCollection;
  }>;
  export default topology;
}
