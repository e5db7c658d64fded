import { activationHours } from '@bank/contract/accounts/state'
import { pages } from '@bank/contract/pages'
import { publicConfig } from '../public-config.ts'
import { type LegalSection, LegalText } from './legal-text.tsx'

// The day of the last change of the text below, from which it applies.
const since = 'November 29, 2026'

/** `/terms`: the terms between the bank and its customers. */
export function TermsPage() {
  return (
    <LegalText title={pages.terms.title} since={since} sections={sectionsOf(publicConfig.ageMin)}>
      <p>
        These terms are between you and {publicConfig.bankName}. They say what you can expect from us and what
        we ask of you. Opening an account means that you agree to them.
      </p>
    </LegalText>
  )
}

/** `ageMin`: the age in years from which a person can open an account; 0 is no limit. */
function sectionsOf(ageMin: number): readonly LegalSection[] {
  const mayOpen = ageMin > 0 ? `You must be at least ${ageMin} years old to open an account. ` : ''
  const account: LegalSection = {
    id: 'account',
    title: 'Your account',
    short: `Your first account is activated within ${activationHours} hours.`,
    text: [
      `${mayOpen}Everything you tell us in the registration form must be true. Please tell us when it changes.`,
      `A new account is activated within ${activationHours} hours of registration. Until then it can receive money but cannot send any.`,
      'Once it is active you can open further accounts, which are active immediately, and pots to put money aside.',
      'We may deactivate an account when we see signs of misuse. The money in it stays yours and it can still receive money. Your dashboard then says how to contact us.',
      'Your account number is yours alone. Other people can use it to send you money, but not to take any.',
    ],
  }
  return [account, ...otherSections]
}

const otherSections: readonly LegalSection[] = [
  {
    id: 'transfers',
    title: 'Sending money',
    short: 'You check it, you confirm it, and it is sent once.',
    text: [
      'Before you send a transfer, you see the payee, the amount and your balance after it. You confirm it with your PIN. The amount then leaves your balance immediately.',
      'You can also have a payment made later, once or repeatedly. We try it at 6 AM, noon and 6 PM of its day. If the money isn’t there by then, it is not made, and we tell you.',
      'A transfer to another of our customers arrives immediately. A transfer to another bank is pending until that bank has taken it, usually for up to 3 working days.',
      'Check the payee’s details with care. If you sent money to the wrong account, contact us immediately: we can stop a transfer only while it is pending.',
      'If a transfer fails, the whole amount returns to your account and your statement shows both movements.',
      'There is a maximum amount for a single transfer. The form shows it. You can set lower limits of your own, and freeze all your payments.',
    ],
  },
  {
    id: 'care',
    title: 'Keeping it safe',
    short: 'Your password and your PIN are for you only.',
    text: [
      'Never give your password, your PIN or a code from your authenticator app to anyone, even if they say they work for us. We will never ask for them.',
      'Contact us immediately if you think someone else knows them or has used your account. You are not liable for what happens after that, unless you acted with intent.',
    ],
  },
  {
    id: 'statements',
    title: 'Your records',
    short: 'Every movement is on your statement, to the cent.',
    text: [
      'Every movement of money in your account is recorded once and never changed. A mistake is corrected by a second, visible entry. Check your statement from time to time and tell us within 13 months about anything you did not order.',
    ],
  },
  {
    id: 'ending',
    title: 'Changing and ending',
    short: 'You can leave any day. We give two months’ notice.',
    text: [
      'You may close your account on any day by writing to support. We transfer the balance to an account you name.',
      'If we change these terms or end our agreement, we write to you two months before. If you do not agree with a change, you may leave before it begins, at no cost.',
    ],
  },
]
