/** The profile that a client of the hosted backend writes for a new user, without the name and the e-mail. */
export const profileDocument = {
  phone: '+1 555 010 0123',
  dob: '1990-02-28',
  gender: 'female',
  employment_status: 'employed',
  country: 'Germany',
  street: 'Quay Street 2',
  city: 'Bremen',
  state: 'Bremen',
  zip: '28195',
  account_type: 'checking ',
  currency: '€',
  pin: '2580',
}

/** What the clients send along, and the bank decides. */
export const sentAlong = {
  account_number: '1234567890',
  password: 'correct horse battery',
  avatar: '',
  balance: 0,
  isAdmin: false,
  isActive: false,
}
