/** How long the link of an invitation is valid. */
export const INVITATION_HOURS = 72;

export const NO_MAIL_SERVER = "No mail server is set up, so no mail is sent.";
