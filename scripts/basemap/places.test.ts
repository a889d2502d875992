import { describe, expect, it } from "vitest";
import { placeZooms } from "./places";

const city = (name: string, population: number, longitude: number, featureCode = "PPL") => ({
  name,
  population,
  featureCode,
  loc: { coordinates: [longitude, 57] as [number, number] },
});
const zoomsOf = (cities: Parameters<typeof placeZooms>[0]) =>
  Object.fromEntries([...placeZooms(cities)].map(([{ name }, zoom]) => [name, zoom]));

describe("placeZooms", () => {
  it("shows large cities first, and capitals before cities of their size", () => {
    const cities = [
      city("Large", 6_000_000, 0),
      city("Town", 20_000, 40),
      city("City", 300_000, 80),
      city("Capital", 300_000, 120, "PPLC"),
    ];
    expect(zoomsOf(cities)).toEqual({ Large: 2, Capital: 3, City: 5, Town: 7 });
  });

  it("leaves room for the name of the larger of two neighbours", () => {
    expect(zoomsOf([city("Suburb", 5_900_000, 0.3), city("Large", 6_000_000, 0)])).toEqual({ Large: 2, Suburb: 7 });
  });

  it("leaves out villages", () => {
    expect(zoomsOf([city("Village", 900, 0)])).toEqual({});
  });
});
