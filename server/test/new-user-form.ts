/** An administrator's form to create a user. Tests add the e-mail. */
export const newUserForm = {
  name: 'Hanna Berg',
  phone: '+47 22 55 01 01 99',
  dob: '1979-05-17',
  gender: 'female',
  employment_status: 'retired',
  country: 'Norway',
  address: 'Havnegata 3',
  city: 'Bergen',
  state: 'Vestland',
  zip: '5003',
  accountType: 'joint',
  currency: '€',
  pin: '1234',
  password: 'fjord and mountain',
} as const
