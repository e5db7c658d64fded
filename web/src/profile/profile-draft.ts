/** The name of the draft of unsaved edits of the profile. */
export const profileDraft = 'profile'
