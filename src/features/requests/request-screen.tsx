import { Navigate, useParams } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { RequestDetails } from './request-details.tsx';
import { texts } from './texts.ts';

/** One request of the promoter, by the code number in the address. */
export function RequestScreen() {
  const codeNumber = Number(useParams().codeNumber);
  const forbidden = <Navigate to={paths.forbidden} replace />;
  if (!Number.isSafeInteger(codeNumber)) return forbidden;
  return (
    <RequestDetails
      key={codeNumber}
      codeNumber={codeNumber}
      head={code => <PageTitle>{code ? texts.titleOf(code) : texts.title}</PageTitle>}
      refused={forbidden}
    />
  );
}
