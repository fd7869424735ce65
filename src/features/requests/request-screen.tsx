import { useParams } from 'react-router-dom';
import { PageTitle } from '#ui/page-title.tsx';
import { ToForbidden } from '#ui/to-forbidden.tsx';
import { RequestDetails } from './request-details.tsx';
import { texts } from './texts.ts';

/** One request of the promoter, by the code number in the address. */
export function RequestScreen() {
  const codeNumber = Number(useParams().codeNumber);
  if (!Number.isSafeInteger(codeNumber)) return <ToForbidden status={404} />;
  return (
    <RequestDetails
      key={codeNumber}
      codeNumber={codeNumber}
      head={code => <PageTitle>{code ? texts.titleOf(code) : texts.title}</PageTitle>}
    />
  );
}
