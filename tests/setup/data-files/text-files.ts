import { harbour } from "./harbour-data";

export const harbourGeoJson = `${JSON.stringify(harbour, null, 2)}\n`;

export const harbourKml = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Harbour</name>
<Placemark><name>Basin</name><description><![CDATA[<b>Deep</b> water]]></description><Polygon><outerBoundaryIs><LinearRing><coordinates>
8,53.9 8.2,53.9 8.2,54.1 8,54.1 8,53.9</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
<Placemark><name>Fairway</name><LineString><coordinates>8,53.9,0 8.2,54.1,0</coordinates></LineString></Placemark>
<Placemark><name>Buoy</name><Point><coordinates>8.1,54</coordinates></Point></Placemark>
</Document></kml>
`;

export const harbourGpx = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Sea-Vision" xmlns="http://www.topografix.com/GPX/1/1">
<wpt lat="54" lon="8.1"><name>Buoy</name></wpt>
<trk><name>Ferry</name><trkseg>
<trkpt lat="53.9" lon="8"><ele>0</ele><time>2026-01-01T10:00:00Z</time></trkpt>
<trkpt lat="54.1" lon="8.2"><ele>0</ele><time>2026-01-01T11:00:00Z</time></trkpt>
</trkseg></trk></gpx>
`;

export const harbourCsv = `name,Longitude,Latitude,depth
South-west,8.0,53.9,4
Buoy,8.1,54.0,9
"Berth ""A"", quay",8.2,54.1,11
No position,,,3
`;
