/** What the first run creates with SEED_DEMO. It doesn't count as a step of the setup. */
export const DEMO_PROJECT_NAME = "Sea Chart of the World";
export const DEMO_DOMAIN = "sea-vision.local";
