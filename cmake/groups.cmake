# Several files of a target compiled as one, which reads their common headers once. What a file of src/ defines for itself
# must therefore have a name that no other file of its layer uses; each file of tests/ has a namespace of its own.
option(ALEMBERT_UNITY "Compile files in groups: takes half the time from nothing, longer after a change of one file" OFF)
set(ALEMBERT_GROUP_SIZE 8 CACHE STRING "Files in a group; 0 for a whole target, which shows all names that clash")
mark_as_advanced(ALEMBERT_GROUP_SIZE)
function(compile_in_groups target)  # files with SKIP_UNITY_BUILD_INCLUSION or options of their own stay alone
  if(ALEMBERT_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${ALEMBERT_GROUP_SIZE})
  endif()
endfunction()
