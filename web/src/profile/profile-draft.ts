/** The name under which unsaved edits of the profile are kept. */
export const profileDraft = 'profile'
