/** The registration of Dora Lind, without the lists' choices and the secrets. */
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
