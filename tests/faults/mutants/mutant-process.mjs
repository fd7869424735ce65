/** Entry of a mutant process: attacks the outbox of each bundle that it is told of, and says what was found. */
let unhandled = [];
process.on('unhandledRejection', cause => unhandled.push(cause));

async function attack({ file, rules }) {
  unhandled = [];
  const { attackOutbox } = await import(file);
  const finding = await attackOutbox(rules);
  if (finding || unhandled.length === 0) return finding;
  return { rule: '', message: `unhandled: ${unhandled[0]}`, by: 'the process' };
}

process.on('message', order => {
  attack(order).then(
    finding => process.send(finding),
    cause => process.send({ rule: '', message: `the attack itself failed: ${cause}`, by: 'the process' }),
  );
});
