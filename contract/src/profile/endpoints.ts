import * as z from 'zod/mini'
import { ofAccount } from '../accounts/form.ts'
import { customer } from '../audience.ts'
import { endpoint, fileBytes } from '../endpoint.ts'
import { perHour, usualLimit } from '../rate-limits.ts'
import { avatarRules } from './avatar.ts'
import { contactForm } from './form.ts'
import { meView } from './view.ts'

export const profileEndpoints = {
  readMe: endpoint({
    method: 'GET',
    path: '/api/me',
    summary: 'Read your profile, account and balance',
    audience: customer,
    limit: usualLimit,
    query: ofAccount,
    answer: meView,
    status: 200,
    refusals: [],
  }),
  changeProfile: endpoint({
    method: 'PUT',
    path: '/api/me/profile',
    summary: 'Change your telephone number and address',
    audience: { ...customer, confirmed: 'recently' },
    // Each change sends a mail.
    limit: { ...usualLimit, name: 'profile', success: [perHour(20)] },
    body: contactForm,
    status: 204,
    refusals: ['confirm_required', 'country_unknown', 'too_many_attempts'],
  }),
  setAvatar: endpoint({
    method: 'PUT',
    path: '/api/me/avatar',
    summary: 'Set your picture',
    audience: customer,
    limit: { name: 'avatar', user: [perHour(60)], address: [perHour(60)] },
    body: fileBytes,
    file: avatarRules,
    answer: z.object({ avatar: z.string() }),
    status: 200,
    refusals: ['image_missing', 'image_too_large', 'image_unreadable', 'image_host_failed'],
  }),
  removeAvatar: endpoint({
    method: 'DELETE',
    path: '/api/me/avatar',
    summary: 'Remove your picture',
    audience: customer,
    limit: usualLimit,
    status: 204,
    refusals: [],
  }),
  readAvatar: endpoint({
    method: 'GET',
    path: '/api/avatars/:id',
    summary: 'Read your picture or, with the passcode entered, the picture of any user',
    audience: customer,
    limit: usualLimit,
    params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
    answer: fileBytes,
    answerType: 'image/webp',
    status: 200,
    refusals: ['avatar_not_found', 'validation'],
  }),
}
