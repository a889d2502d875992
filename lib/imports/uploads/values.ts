export const BEING_SENT_MESSAGE = "This upload is being sent in another tab or program.";
