import { pages } from '@bank/contract/pages'
import { publicConfig } from '../public-config.ts'
import { type LegalSection, LegalText } from './legal-text.tsx'

/** `/terms`: the terms between the bank and its customers. */
export function TermsPage() {
  return (
    <LegalText title={pages.terms.title} since="January 1, 2026" sections={sections}>
      <p>
        These terms are between you and {publicConfig.bankName}. They say what you can expect from us and what
        we ask of you. Opening an account means that you agree to them.
      </p>
    </LegalText>
  )
}

const sections: readonly LegalSection[] = [
  {
    id: 'account',
    title: 'Your account',
    short: 'One account for you, activated within 24 hours.',
    text: [
      'You may open an account if everything you tell us in the registration form is true. Please tell us when it changes.',
      'A new account is activated within 24 hours of registration. Until then it can receive money but cannot send any. We may deactivate an account when we see signs of misuse, and we tell you how to reach us when we do.',
      'Your account number is yours alone. Others can use it to send you money, but not to take any.',
    ],
  },
  {
    id: 'transfers',
    title: 'Sending money',
    short: 'You check it, you confirm it, and it is sent once.',
    text: [
      'Before you send a transfer, you see the beneficiary, the amount and the balance after it. When you confirm it with your PIN, the amount leaves your balance at once and the transfer is marked as pending until the other bank has taken it.',
      'If a transfer fails, the whole amount returns to your account and your statement shows both movements. Please check the beneficiary’s details with care: a transfer sent to a wrong account can only be called back while it is pending.',
      'There is a maximum amount for a single transfer. The form shows it.',
    ],
  },
  {
    id: 'care',
    title: 'Keeping it safe',
    short: 'Your password and your PIN are for you only.',
    text: [
      'Never give your password, your PIN or a code from your authenticator app to anyone, even if they say they work for us. We will never ask for them.',
      'Write to us at once if you think someone else knows them or has used your account. You are not liable for what happens after that, unless you acted with intent.',
    ],
  },
  {
    id: 'statements',
    title: 'Your records',
    short: 'Every movement is on your statement, to the cent.',
    text: [
      'Every movement of money in your account is recorded once and never changed; a mistake is corrected by a second, visible entry. Please check your statement from time to time and tell us within 13 months about anything you did not order.',
    ],
  },
  {
    id: 'ending',
    title: 'Changing and ending',
    short: 'You can leave any day; we give two months’ notice.',
    text: [
      'You may close your account any day by writing to support. We transfer the balance to an account you name.',
      'If we change these terms or end our agreement, we write to you two months before. If you do not agree with a change, you may leave before it begins, at no cost.',
    ],
  },
]
