import * as z from 'zod/mini'
import { ofAccount } from '../accounts/form.ts'
import { accountHolder, customer } from '../audience.ts'
import { endpoint, fileBytes } from '../endpoint.ts'
import { perHour, usualLimit } from '../rate-limits.ts'
import { avatarRules } from './avatar.ts'
import { contactForm } from './form.ts'
import { meView } from './view.ts'

export const profileEndpoints = {
  readMe: endpoint({
    path: '/api/me',
    summary: 'Read your profile, account and balance',
    audience: accountHolder,
    query: ofAccount,
    answer: meView,
  }),
  changeProfile: endpoint({
    method: 'PUT',
    path: '/api/me/profile',
    summary: 'Change your phone number and address',
    audience: { ...customer, confirmed: 'recently' },
    // Each change sends a mail.
    limit: { ...usualLimit, name: 'profile', success: [perHour(20)] },
    body: contactForm,
    refusals: ['country_unknown'],
  }),
  setAvatar: endpoint({
    method: 'PUT',
    path: '/api/me/avatar',
    summary: 'Set your picture',
    audience: customer,
    limit: { name: 'avatar', user: [perHour(60)], address: [perHour(60)], reads: 'rows' },
    body: fileBytes,
    file: avatarRules,
    answer: z.object({ avatar: z.string() }),
    refusals: ['image_missing', 'image_too_large', 'image_unreadable', 'image_host_failed'],
  }),
  removeAvatar: endpoint({
    method: 'DELETE',
    path: '/api/me/avatar',
    summary: 'Remove your picture',
    audience: customer,
  }),
  readAvatar: endpoint({
    path: '/api/avatars/:id',
    summary: 'Read your picture or, with the passcode entered, the picture of any user',
    audience: customer,
    params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
    answer: fileBytes,
    answerType: 'image/webp',
    refusals: ['avatar_not_found', 'validation'],
  }),
}
