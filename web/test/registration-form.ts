/** What Dora has typed into the registration's form, but for what is chosen from lists and what is secret. */
export const typed = {
  name: 'Dora Lind',
  dob: '1990-05-17',
  email: 'dora@example.com',
  phone: '+15551234567',
  address: '12 Harbour Street',
  city: 'Halifax',
  state: 'Nova Scotia',
  zip: 'B3H 4R2',
  accountType: 'checking',
  currency: 'USD',
}
