/** How long the link of an invitation is valid. */
export const INVITATION_HOURS = 72;

export const INVITATIONS_NEED_MAIL = "Invitations need a mail server. Set a password instead.";
