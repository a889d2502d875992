import airport from "@mapbox/maki/icons/airport.svg";
import bicycle from "@mapbox/maki/icons/bicycle.svg";
import bridge from "@mapbox/maki/icons/bridge.svg";
import building from "@mapbox/maki/icons/building.svg";
import bus from "@mapbox/maki/icons/bus.svg";
import campsite from "@mapbox/maki/icons/campsite.svg";
import car from "@mapbox/maki/icons/car.svg";
import communicationsTower from "@mapbox/maki/icons/communications-tower.svg";
import dam from "@mapbox/maki/icons/dam.svg";
import danger from "@mapbox/maki/icons/danger.svg";
import ferry from "@mapbox/maki/icons/ferry.svg";
import fuel from "@mapbox/maki/icons/fuel.svg";
import anchor from "@mapbox/maki/icons/harbor.svg";
import home from "@mapbox/maki/icons/home.svg";
import hospital from "@mapbox/maki/icons/hospital.svg";
import industry from "@mapbox/maki/icons/industry.svg";
import information from "@mapbox/maki/icons/information.svg";
import lighthouse from "@mapbox/maki/icons/lighthouse.svg";
import marker from "@mapbox/maki/icons/marker.svg";
import monument from "@mapbox/maki/icons/monument.svg";
import mountain from "@mapbox/maki/icons/mountain.svg";
import museum from "@mapbox/maki/icons/museum.svg";
import park from "@mapbox/maki/icons/park.svg";
import parking from "@mapbox/maki/icons/parking.svg";
import railway from "@mapbox/maki/icons/rail.svg";
import restaurant from "@mapbox/maki/icons/restaurant.svg";
import school from "@mapbox/maki/icons/school.svg";
import slipway from "@mapbox/maki/icons/slipway.svg";
import star from "@mapbox/maki/icons/star.svg";
import swimming from "@mapbox/maki/icons/swimming.svg";
import warehouse from "@mapbox/maki/icons/warehouse.svg";
import water from "@mapbox/maki/icons/water.svg";
import boat from "@rapideditor/temaki/icons/boat.svg";
import bollard from "@rapideditor/temaki/icons/bollard.svg";
import buoy from "@rapideditor/temaki/icons/buoy.svg";
import cable from "@rapideditor/temaki/icons/cable.svg";
import coralReef from "@rapideditor/temaki/icons/coral_reef.svg";
import diving from "@rapideditor/temaki/icons/diving.svg";
import fishingPier from "@rapideditor/temaki/icons/fishing_pier.svg";
import beacon from "@rapideditor/temaki/icons/mast_lighting.svg";
import pier from "@rapideditor/temaki/icons/pier_fixed.svg";
import powerTower from "@rapideditor/temaki/icons/power_tower.svg";
import quay from "@rapideditor/temaki/icons/quay.svg";
import sailing from "@rapideditor/temaki/icons/sailing.svg";
import storageTank from "@rapideditor/temaki/icons/storage_tank.svg";
import windTurbine from "@rapideditor/temaki/icons/wind_turbine.svg";
import type { Icon } from "../../lib/data-maps/style/schema";

/** Drawings in a square of 15 as SVG, of Maki and Temaki (both CC0). */
export const iconDrawings: Readonly<Record<Icon, string>> = {
  anchor,
  beacon,
  boat,
  bollard,
  buoy,
  cable,
  "coral-reef": coralReef,
  diving,
  ferry,
  "fishing-pier": fishingPier,
  lighthouse,
  pier,
  quay,
  sailing,
  slipway,
  swimming,
  water,
  "wind-turbine": windTurbine,
  airport,
  bicycle,
  bridge,
  building,
  bus,
  campsite,
  car,
  "communications-tower": communicationsTower,
  dam,
  danger,
  fuel,
  home,
  hospital,
  industry,
  information,
  marker,
  monument,
  mountain,
  museum,
  park,
  parking,
  "power-tower": powerTower,
  railway,
  restaurant,
  school,
  star,
  "storage-tank": storageTank,
  warehouse,
};
