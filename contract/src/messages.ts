/** The texts of toasts and lists, the specification's (§8) where it has one. */
export const messages = {
  register: { busy: 'Creating account...', done: 'Account created successfully', repeatsField: true },
  signIn: { busy: 'Logging in...', done: 'Logged in successfully' },
  secondStep: 'One more step to log in',
  signOut: { busy: 'Logging out...', done: 'Logged out successfully' },
  transfer: { busy: 'Transferring funds...', done: 'Funds transfer request sent' },
  avatar: {
    busy: 'Updating avatar...',
    done: 'Avatar updated successfully',
    failed: 'Failed to update avatar',
    gone: 'Avatar removed',
  },
  profile: {
    busy: 'Saving...',
    done: 'Profile updated successfully',
    failed: 'Failed to update profile',
  },
  transactions: { none: 'No transactions found!', failed: 'Error fetching transactions' },
  password: {
    busy: 'Changing password...',
    done: 'Password changed successfully',
    failed: 'Failed to change password',
  },
  endSession: {
    busy: 'Signing the device out...',
    done: 'Device signed out',
    failed: 'The device was not signed out',
  },
  endOtherSessions: {
    busy: 'Signing the other devices out...',
    done: 'All other devices signed out',
    failed: 'The other devices were not signed out',
  },
  pin: { busy: 'Changing pin...', done: 'Pin changed successfully', failed: 'Failed to change pin' },
  setPin: { busy: 'Setting PIN...', done: 'PIN set successfully', failed: 'Failed to set PIN' },
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
    done: 'Email address confirmed',
    failed: 'The email address was not confirmed',
  },
  passcode: { busy: 'Updating passcode...', done: 'Passcode updated successfully', repeatsField: true },
  status: {
    busy: 'Updating status...',
    done: 'Status updated successfully',
    failed: 'Failed to update status',
  },
  fund: {
    busy: 'Funding account...',
    done: 'Account funded successfully',
    failed: 'Failed to fund account',
  },
  makeAdmin: { done: 'Admin made successfully', failed: 'Failed to make admin' },
  removeAdministrator: {
    done: 'Administrator removed successfully',
    failed: 'Failed to remove administrator',
  },
  correctProfile: {
    busy: 'Saving...',
    done: 'Details corrected successfully',
    failed: 'Failed to correct details',
  },
  activate: { done: 'Account activated successfully', failed: 'Failed to activate account' },
  deactivate: { done: 'Account deactivated successfully', failed: 'Failed to deactivate account' },
  mailNotice: { done: 'Saved', failed: 'Your choice was not saved' },
  account: { inactive: 'Account is not active', preparing: 'Preparing your account' },
  accountNumberCopied: 'Account number copied to clipboard',
  notFound: '404 Page not found',
} as const
