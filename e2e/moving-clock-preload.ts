// For `node --import`: with each SIGALRM a day passes for the bank.
const { now } = Date
let daysPassed = 0
process.on('SIGALRM', () => {
  daysPassed++
})
Date.now = () => now() + daysPassed * 86_400_000
