import { anyone } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour } from '../rate-limits.ts'
import { sessionView } from '../sessions/view.ts'
import { registrationForm } from './form.ts'

export const registrationEndpoints = {
  register: endpoint({
    method: 'POST',
    path: '/api/registrations',
    summary: 'Open an account and log in',
    audience: anyone,
    limit: { name: 'register', address: [perHour(60)] },
    body: registrationForm,
    answer: sessionView,
    setsCookie: true,
    refusals: ['email_taken', 'password_too_common', 'password_breached', 'country_unknown', 'age_too_low'],
  }),
}
