import type { DemoCredentials, DemoPerson } from './demo-people.ts'

const notes: Readonly<Record<string, string>> = {
  'alice@demo.example': 'a customer with three months of history, savings and a monthly rent',
  'bruno@demo.example': 'a customer who is not yet active',
  'clara@demo.example': 'an administrator',
  'emma@demo.example': 'the second administrator',
  'sofia@demo.example': 'support',
  'omar@demo.example': 'operations',
  'tessa@demo.example': 'treasury',
  'arun@demo.example': 'an auditor',
}

/** The demo people's credentials, as the terminal shows them when the bank is ready. */
export function demoNotice({ people, passcode }: DemoCredentials): string {
  const lines = people.map(
    (person) =>
      `  ${column(person, people, 'email')}  ${column(person, people, 'password')}  PIN ${person.pin}  ${notes[person.email] ?? ''}`,
  )
  return ['Try it as', ...lines, `  The passcode of the staff is ${passcode}.`].join('\n')
}

function column(person: DemoPerson, people: readonly DemoPerson[], name: 'email' | 'password'): string {
  return person[name].padEnd(Math.max(...people.map((each) => each[name].length)))
}
