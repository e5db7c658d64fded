/** The texts of toasts and lists for visitors, and of every page, the specification's (§8) where it has one. They are apart from the others, so that a page loads its own. */
export const visitorTexts = {
  register: { busy: 'Creating account...', done: 'Account created successfully', isSpecified: true },
  signIn: { busy: 'Logging in...', done: 'Logged in successfully', isSpecified: true },
  signOut: { busy: 'Logging out...', done: 'Logged out successfully', isSpecified: true },
  restoreEmail: {
    busy: 'Taking it back...',
    failed: 'The email address was not changed back',
  },
  notFound: '404 Page not found',
} as const
