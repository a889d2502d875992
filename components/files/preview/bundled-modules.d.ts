declare module "leaflet" {
  type Position = [latitude: number, longitude: number];

  interface PathStyle {
    color?: string;
    fillColor?: string;
    weight?: number;
    opacity?: number;
    fillOpacity?: number;
    radius?: number;
    fill?: boolean;
  }
  interface Layer {
    addTo(map: LeafletMap): this;
    setStyle(style: PathStyle): this;
    bindPopup(content: (layer: Layer) => HTMLElement, options?: object): this;
    feature?: import("geojson").Feature;
  }
  interface LeafletMap {
    fitBounds(bounds: [Position, Position], options?: { padding?: [number, number]; maxZoom?: number; animate?: boolean }): this;
    createPane(name: string): HTMLElement;
    invalidateSize(options?: object): this;
    remove(): this;
  }
  interface GeoJsonOptions {
    interactive?: boolean;
    pane?: string;
    renderer?: object;
    pointToLayer?: (feature: import("geojson").Feature, position: Position) => Layer;
  }
  interface Leaflet {
    map(element: HTMLElement, options: object): LeafletMap;
    canvas(options?: object): object;
    geoJSON(data: import("geojson").GeoJSON, options?: GeoJsonOptions): Layer;
    circleMarker(position: Position, style?: PathStyle): Layer;
    control: {
      scale(options?: object): { addTo(map: LeafletMap): void };
      attribution(options?: object): { addAttribution(text: string): { addTo(map: LeafletMap): void } };
    };
  }
  const leaflet: Leaflet;
  export default leaflet;
}

declare module "world-atlas/countries-50m.json" {
  const topology: import("topojson-specification").Topology<{
    countries: import("topojson-specification").GeometryCollection;
    land: import("topojson-specification").GeometryCollection;
  }>;
  export default topology;
}
