/** The form that a new customer sends. Tests replace some fields. */
export const registrationForm = {
  name: 'Greta Holm',
  email: 'greta@example.com',
  phone: '+46 8 555 010 99',
  dob: '1984-11-02',
  gender: 'female',
  employment_status: 'self-employed',
  country: 'Sweden',
  address: 'Storgatan 1',
  city: 'Stockholm',
  state: 'Stockholm',
  zip: '111 23',
  accountType: 'checking',
  currency: 'USD',
  pin: '1234',
  password: 'a plain new password',
} as const
