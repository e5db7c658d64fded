/** The texts of toasts and lists of the settings, the specification's (§8) where it has one. */
export const settingsTexts = {
  avatar: {
    busy: 'Updating avatar...',
    done: 'Avatar updated successfully',
    failed: 'Failed to update avatar',
    isSpecified: true,
    gone: 'Avatar removed',
  },
  profile: {
    busy: 'Saving...',
    done: 'Profile updated successfully',
    failed: 'Failed to update profile',
  },
  password: {
    busy: 'Changing password...',
    done: 'Password changed successfully',
    failed: 'Failed to change password',
    isSpecified: true,
  },
  endSession: {
    busy: 'Logging the device out...',
    done: 'Device logged out',
    failed: 'The device was not logged out',
  },
  endOtherSessions: {
    busy: 'Logging the other devices out...',
    done: 'All other devices logged out',
    failed: 'The other devices were not logged out',
  },
  pin: {
    busy: 'Changing pin...',
    done: 'Pin changed successfully',
    failed: 'Failed to change pin',
    isSpecified: true,
  },
  setPin: { busy: 'Setting PIN...', failed: 'Failed to set PIN' },
  turnOnTwoFactor: {
    busy: 'Turning two-factor authentication on...',
    done: 'Two-factor authentication is on',
    failed: 'Two-factor authentication was not turned on',
  },
  turnOffTwoFactor: {
    busy: 'Turning two-factor authentication off...',
    done: 'Two-factor authentication is off',
    failed: 'Two-factor authentication was not turned off',
  },
  recoveryCodes: {
    busy: 'Making new recovery codes...',
    done: 'New recovery codes made',
    failed: 'No new recovery codes were made',
  },
  confirmEmail: {
    busy: 'Confirming...',
    failed: 'The email address was not confirmed',
  },
  confirmationLink: { busy: 'Sending...', done: 'Link sent' },
  requestEmailChange: { busy: 'Sending code...' },
  changeEmail: { busy: 'Changing email...' },
  undoTime: { busy: 'Saving...', done: 'Undo time saved', failed: 'Your undo time was not saved' },
  mailNotice: { done: 'Saved', failed: 'Your choice was not saved' },
} as const
